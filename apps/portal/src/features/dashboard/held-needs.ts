import type { Figure, Need } from './needs.ts'

/**
 * The figures while somebody looks. Each keeps its place, also when nothing is left of it, and new ones wait until they are asked for, so
 * that nothing moves that the person is about to click.
 * @param held the rows that are shown
 */
export const heldNeeds = (
  held: readonly Need[],
  needs: readonly Need[],
): { shown: readonly Need[]; arrived: number } => ({
  shown: held.map((need) => ({ ...need, figures: need.figures.map((figure) => now(need, figure, needs)) })),
  arrived: needs
    .flatMap((need) => need.figures.map((figure) => figureIn(held, need, figure)))
    .filter((place) => place === undefined).length,
})

const now = (need: Need, figure: Figure, needs: readonly Need[]): Figure =>
  figureIn(needs, need, figure) ?? { ...figure, count: { total: 0 }, tone: 'neutral' }

const figureIn = (rows: readonly Need[], { title }: Need, { label }: Figure): Figure | undefined =>
  rows.find((row) => row.title === title)?.figures.find((figure) => figure.label === label)
