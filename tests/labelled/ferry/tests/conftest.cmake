include(CTest)
