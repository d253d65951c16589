include(CTest)

function(add_boat name)
endfunction()
