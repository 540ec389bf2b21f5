import { expect, it } from 'vitest'
import { fittingSize } from './fitting-size.ts'

it.each([
  ['a small video keeps its size', [640, 480, 1], [640, 480]],
  ['4K becomes 720p', [3840, 2160, 1], [1280, 720]],
  ['an upright one becomes as wide as 720p is high', [1080, 1920, 1], [720, 1280]],
  ['a square one fits into the shorter side', [2000, 2000, 1], [720, 720]],
  ['a panorama fits into the longer side', [5000, 500, 1], [1280, 128]],
  ['pixels that are not square are made square', [176, 144, 12 / 11], [192, 144]],
  ['odd sides become even', [321, 241, 1], [322, 242]],
  ['a line has two rows', [10_000, 1, 1], [1280, 2]],
] as const)('%s', (_, [width, height, aspect], [fittingWidth, fittingHeight]) => {
  expect(fittingSize(width, height, aspect)).toEqual({ width: fittingWidth, height: fittingHeight })
})
