/**
 * Runs the guards that packages/contract/routes.tsv names for a route. They are fetched when a guarded route is first
 * entered: the public pages do without the session and the calls.
 */
export const guarded =
  (names: readonly string[]) =>
  async ({ location }: { location: { href: string } }): Promise<void> => {
    const { runGuards } = await import('./guards.ts')
    await runGuards(names, location.href)
  }
