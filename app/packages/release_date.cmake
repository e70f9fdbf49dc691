# TACTUS_TIME, in seconds since 1970: $SOURCE_DATE_EPOCH, else that of the last commit, else of CHANGELOG.md. TACTUS_DATE is
# its day, 2026-11-24. What is built twice from the same sources has the same dates.
set(TACTUS_TIME $ENV{SOURCE_DATE_EPOCH})
if(NOT TACTUS_TIME)
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  OUTPUT_VARIABLE TACTUS_TIME OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT TACTUS_TIME)
  file(TIMESTAMP ${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md TACTUS_TIME %s UTC)
endif()
execute_process(COMMAND date --utc --date=@${TACTUS_TIME} +%F OUTPUT_VARIABLE TACTUS_DATE OUTPUT_STRIP_TRAILING_WHITESPACE)
