;; The inner loop of vector search: products of int8 vectors with one int8 query, sixteen bytes a step.
;; Codes lie in -127…127, so that two products fit into 16 bits and are added there before they widen to 32. The step is written
;; out once for each of four vectors, since engines do not inline calls.
;; `node scripts/kernel.mjs` assembles this file into vector-kernel.generated.ts.
(module
  (memory (export "memory") 1)

  ;; Four partial sums as one number, times a scale.
  (func $scaled (param $sums v128) (param $scale f32) (result f32)
    (f32.mul
      (local.get $scale)
      (f32.convert_i32_s
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))))

  ;; scores[i] = scales[i] × (codes[i] · query) for `count` vectors of `width` bytes, one behind the other.
  ;; `width` is a multiple of 16 and `count` of 4: four vectors share each load of the query.
  (func (export "scan")
    (param $codes i32) (param $scales i32) (param $query i32) (param $scores i32) (param $count i32) (param $width i32)
    (local $end i32) (local $at i32) (local $a v128) (local $b v128)
    (local $row1 i32) (local $row2 i32) (local $row3 i32)
    (local $sums0 v128) (local $sums1 v128) (local $sums2 v128) (local $sums3 v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $vectors
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $row1 (i32.add (local.get $codes) (local.get $width)))
        (local.set $row2 (i32.add (local.get $row1) (local.get $width)))
        (local.set $row3 (i32.add (local.get $row2) (local.get $width)))
        (local.set $sums0 (v128.const i32x4 0 0 0 0))
        (local.set $sums1 (v128.const i32x4 0 0 0 0))
        (local.set $sums2 (v128.const i32x4 0 0 0 0))
        (local.set $sums3 (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $bytes
          (local.set $b (v128.load (i32.add (local.get $query) (local.get $at))))
          (local.set $a (v128.load (i32.add (local.get $codes) (local.get $at))))
          (local.set $sums0
            (i32x4.add
              (local.get $sums0)
              (i32x4.extadd_pairwise_i16x8_s
                (i16x8.add
                  (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b))
                  (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $a (v128.load (i32.add (local.get $row1) (local.get $at))))
          (local.set $sums1
            (i32x4.add
              (local.get $sums1)
              (i32x4.extadd_pairwise_i16x8_s
                (i16x8.add
                  (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b))
                  (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $a (v128.load (i32.add (local.get $row2) (local.get $at))))
          (local.set $sums2
            (i32x4.add
              (local.get $sums2)
              (i32x4.extadd_pairwise_i16x8_s
                (i16x8.add
                  (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b))
                  (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $a (v128.load (i32.add (local.get $row3) (local.get $at))))
          (local.set $sums3
            (i32x4.add
              (local.get $sums3)
              (i32x4.extadd_pairwise_i16x8_s
                (i16x8.add
                  (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b))
                  (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $bytes (i32.lt_u (local.get $at) (local.get $width))))
        (f32.store offset=0 (local.get $scores) (call $scaled (local.get $sums0) (f32.load offset=0 (local.get $scales))))
        (f32.store offset=4 (local.get $scores) (call $scaled (local.get $sums1) (f32.load offset=4 (local.get $scales))))
        (f32.store offset=8 (local.get $scores) (call $scaled (local.get $sums2) (f32.load offset=8 (local.get $scales))))
        (f32.store offset=12 (local.get $scores) (call $scaled (local.get $sums3) (f32.load offset=12 (local.get $scales))))
        (local.set $codes (i32.add (local.get $row3) (local.get $width)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 16)))
        (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
        (br $vectors))))
)
