/** Colours of series that can be told apart on light and dark, in the order in which they are used. */
const colours = [
  'var(--holdfast-accent)',
  'var(--mantine-color-orange-5)',
  'var(--mantine-color-teal-5)',
  'var(--mantine-color-grape-5)',
  'var(--mantine-color-yellow-5)',
  'var(--mantine-color-red-5)',
  'var(--mantine-color-indigo-4)',
  'var(--mantine-color-lime-6)',
  'var(--mantine-color-pink-4)',
  'var(--mantine-color-gray-5)',
  'var(--mantine-color-cyan-4)',
] as const

export const seriesColour = (index: number): string => colours[index % colours.length] ?? colours[0]
