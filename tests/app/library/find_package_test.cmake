# Installs the build folder BUILD below OUT, builds consumer/ against what lies there, and lets the shared library, the
# static library and the installed program tag SONG: they must say the same.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${result}\n${said}")
  endif()
endfunction()

file(REMOVE_RECURSE ${OUT})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${OUT}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${OUT}/consumer -DCMAKE_PREFIX_PATH=${OUT}/prefix
    -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${OUT}/consumer)
run(${OUT}/prefix/bin/tactus tag ${SONG} -o ${OUT}/tags --format lab --device cpu)
file(GLOB tagged ${OUT}/tags/*.lab)
file(READ ${tagged} expected)
foreach(kind tactus tactus_static)
  execute_process(COMMAND ${OUT}/consumer/with_${kind} ${OUT}/prefix/share/tactus/models ${SONG} lab
                  OUTPUT_VARIABLE text RESULT_VARIABLE result ERROR_VARIABLE said)
  if(NOT result EQUAL 0 OR NOT text STREQUAL expected OR expected STREQUAL "")
    message(FATAL_ERROR "with_${kind}: ${result}\n${said}\n${text}\nexpected\n${expected}")
  endif()
endforeach()
