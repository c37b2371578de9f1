unsafe unreach-call depth=.*
- entry_type: violation_sequence
        type: function_return
          value: "\\\\result == 7"
          file_name: "pre.i"
          line: 8
          column: 32
        type: function_return
          value: "\\\\result == 8"
          file_name: "pre.i"
          line: 15
          column: 46
        type: target
          file_name: "pre.i"
          line: 25
          column: 5
accepted
safe .*
- entry_type: invariant_set
      type: location_invariant
        file_name: "safe.i"
        line: 18
        column: 5
      type: loop_invariant
        file_name: "safe.i"
        line: 20
        column: 3
