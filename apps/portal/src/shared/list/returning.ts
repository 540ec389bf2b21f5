let isBackOrForward = false

/** Told by the router of each navigation, by the history's name for it. */
export const noteNavigation = (action: 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO'): void => {
  isBackOrForward = action !== 'PUSH' && action !== 'REPLACE'
}

/** Whether the person came back to this screen, and expects it as they left it: the same rows at the same place. */
export const isReturning = (): boolean => isBackOrForward
