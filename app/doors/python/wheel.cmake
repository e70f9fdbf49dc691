# What a wheel carries besides the module. The package is a prefix: bin/tactus finds libexec/tactus and share/tactus.
install(PROGRAMS $<TARGET_FILE:tactus> DESTINATION ${TACTUS_PYTHON_INSTALL_FOLDER}/bin COMPONENT python_wheel)
install(PROGRAMS $<TARGET_FILE:tactus-decode>
        DESTINATION ${TACTUS_PYTHON_INSTALL_FOLDER}/libexec/tactus COMPONENT python_wheel)
set(share ${TACTUS_PYTHON_INSTALL_FOLDER}/share/tactus)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/datasets/models/ DESTINATION ${share}/models COMPONENT python_wheel
        FILES_MATCHING PATTERN *.safetensors PATTERN *.variant PATTERN LICENSE PATTERN logs EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/datasets/recipes/ DESTINATION ${share}/recipes COMPONENT python_wheel
        FILES_MATCHING PATTERN *.yaml)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/datasets/demo/ DESTINATION ${share}/demo COMPONENT python_wheel
        FILES_MATCHING PATTERN *.ogg PATTERN annotations/* PATTERN manifest.yaml)  # of the recipe "quick"
install(PROGRAMS command/tactus DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python_wheel)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${share} COMPONENT python_wheel)
