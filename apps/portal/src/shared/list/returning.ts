/** A page that was loaded by Back or Forward tells that as well, when another one stood between. */
let isBackOrForward = performance
  .getEntriesByType('navigation')
  .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')

/** Told by the router of each navigation, by the history's name for it. */
export const noteNavigation = (action: 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO'): void => {
  isBackOrForward = action !== 'PUSH' && action !== 'REPLACE'
}

/** Whether the person came back to this screen, and expects it as they left it: the same rows at the same place. */
export const isReturning = (): boolean => isBackOrForward
