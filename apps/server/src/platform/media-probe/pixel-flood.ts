import type { MediaFacts } from './media-facts.ts'

/** An image or film with more pixels would exhaust the memory of the program that opens it ("pixel flood"). */
const maxPixels = 200_000_000

export const floodProblem = ({ width = 0, height = 0 }: MediaFacts): string | undefined =>
  width * height > maxPixels ? `It declares ${width} × ${height} pixels` : undefined
