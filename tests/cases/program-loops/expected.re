safe unreach-call .*
      type: location_invariant
        line: 8
        column: 9
      type: loop_invariant
        line: 11
        column: 5
      type: loop_invariant
        line: 13
        column: 5
      type: location_invariant
        line: 17
        column: 1
