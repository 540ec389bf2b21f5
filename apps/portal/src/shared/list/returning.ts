/** True for a page that the browser loaded on Back or Forward, as after a reload. */
let isBackOrForward = performance
  .getEntriesByType('navigation')
  .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')

/** The router reports each navigation here. */
export const noteNavigation = (action: 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO'): void => {
  isBackOrForward = action !== 'PUSH' && action !== 'REPLACE'
}

/** Whether the person came by Back or Forward, and expects the same rows at the same place. */
export const isReturning = (): boolean => isBackOrForward
