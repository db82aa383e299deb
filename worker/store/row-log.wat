;; Logs the rows that one connection writes, without a call into JavaScript: hooks of SQLite, from WASM to WASM. Of each row of a
;; watched table in the file: operation, rowid, and, by the preupdate hook, the integer in one column. The update hook cannot read
;; it, but costs a tenth: some hundredths of a microsecond a row.
;; `node scripts/kernel.mjs` assembles this file into row-log.generated.ts.
;;
;; A log lies in SQLite's memory (row-log.ts):
;;    0  rows: three doubles each        4  how many there are             8  for how many there is room
;;   12  set to 1 where memory ran out  16  where SQLite hands over values 20  how many tables are watched
;;   24  of each its name, ending in zero, and the index of the column
(module
  (import "sqlite" "memory" (memory 1))
  (import "sqlite" "sqlite3_realloc" (func $realloc (param i32 i32) (result i32)))
  (import "sqlite" "sqlite3_preupdate_old" (func $old (param i32 i32 i32) (result i32)))
  (import "sqlite" "sqlite3_preupdate_new" (func $new (param i32 i32 i32) (result i32)))
  (import "sqlite" "sqlite3_value_double" (func $value (param i32) (result f64)))

  (func $equal (param $one i32) (param $other i32) (result i32)
    (local $byte i32)
    (loop $bytes
      (local.set $byte (i32.load8_u (local.get $one)))
      (if (i32.ne (local.get $byte) (i32.load8_u (local.get $other))) (then (return (i32.const 0))))
      (local.set $one (i32.add (local.get $one) (i32.const 1)))
      (local.set $other (i32.add (local.get $other) (i32.const 1)))
      (br_if $bytes (local.get $byte)))
    (i32.const 1))

  ;; The index of the column to read, or -1 where this table is not watched.
  (func $column (param $log i32) (param $table i32) (result i32)
    (local $at i32) (local $end i32)
    (local.set $at (i32.add (local.get $log) (i32.const 24)))
    (local.set $end
      (i32.add (local.get $at) (i32.shl (i32.load offset=20 (local.get $log)) (i32.const 3))))
    (loop $tables
      (if (i32.eq (local.get $at) (local.get $end)) (then (return (i32.const -1))))
      (if (call $equal (i32.load (local.get $at)) (local.get $table))
        (then (return (i32.load offset=4 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $tables))
    (unreachable))

  ;; Where the next row goes, or 0 where there is no memory.
  (func $place (param $log i32) (result i32)
    (local $count i32) (local $room i32) (local $rows i32)
    (local.set $count (i32.load offset=4 (local.get $log)))
    (local.set $room (i32.load offset=8 (local.get $log)))
    (if (i32.eq (local.get $count) (local.get $room))
      (then
        (local.set $room (i32.add (i32.shl (local.get $room) (i32.const 1)) (i32.const 64)))
        (local.set $rows (call $realloc (i32.load (local.get $log)) (i32.mul (local.get $room) (i32.const 24))))
        (if (i32.eqz (local.get $rows))
          (then
            (i32.store offset=12 (local.get $log) (i32.const 1))
            (return (i32.const 0))))
        (i32.store (local.get $log) (local.get $rows))
        (i32.store offset=8 (local.get $log) (local.get $room))))
    (i32.store offset=4 (local.get $log) (i32.add (local.get $count) (i32.const 1)))
    (i32.add (i32.load (local.get $log)) (i32.mul (local.get $count) (i32.const 24))))

  ;; Logs a row; the index of the column to read, or -1 where the row is passed over.
  (func $note
    (param $log i32) (param $operation i32) (param $schema i32) (param $table i32) (param $rowid i64) (result i32)
    (local $column i32) (local $place i32)
    (local.set $column (call $column (local.get $log) (local.get $table)))
    (if (i32.lt_s (local.get $column) (i32.const 0)) (then (return (i32.const -1))))
    ;; "main": a temporary table of the same name is none of the file's
    (if (i32.ne (i32.load align=1 (local.get $schema)) (i32.const 0x6e69616d)) (then (return (i32.const -1))))
    (local.set $place (call $place (local.get $log)))
    (if (i32.eqz (local.get $place)) (then (return (i32.const -1))))
    (f64.store (local.get $place) (f64.convert_i32_s (local.get $operation)))
    (f64.store offset=8 (local.get $place) (f64.convert_i64_s (local.get $rowid)))
    (f64.store offset=16 (local.get $place) (f64.const 0))
    (local.get $column))

  ;; The update hook: without values.
  (func (export "written")
    (param $log i32) (param $operation i32) (param $schema i32) (param $table i32) (param $rowid i64)
    (drop
      (call $note
        (local.get $log) (local.get $operation) (local.get $schema) (local.get $table) (local.get $rowid))))

  ;; The preupdate hook. Of a row that goes the old value is read, of any other the new one, which costs less.
  (func (export "writing")
    (param $log i32) (param $database i32) (param $operation i32) (param $schema i32) (param $table i32)
    (param $rowid i64) (param $newRowid i64)
    (local $column i32) (local $out i32) (local $code i32)
    (local.set $column
      (call $note
        (local.get $log) (local.get $operation) (local.get $schema) (local.get $table) (local.get $rowid)))
    (if (i32.lt_s (local.get $column) (i32.const 0)) (then (return)))
    (local.set $out (i32.load offset=16 (local.get $log)))
    (local.set $code
      (if (result i32) (i32.eq (local.get $operation) (i32.const 9))
        (then (call $old (local.get $database) (local.get $column) (local.get $out)))
        (else (call $new (local.get $database) (local.get $column) (local.get $out)))))
    (if (local.get $code)
      (then (i32.store offset=12 (local.get $log) (i32.const 1)))
      (else
        (f64.store offset=16
          (i32.add
            (i32.load (local.get $log))
            (i32.mul (i32.sub (i32.load offset=4 (local.get $log)) (i32.const 1)) (i32.const 24)))
          (call $value (i32.load (local.get $out))))))))
