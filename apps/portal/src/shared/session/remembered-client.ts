const storageKey = 'holdfast.client'

/** The account that this browser signed in to last; only its identifier, to fill in the sign-in page. */
export const rememberedClient = (): string | null => localStorage.getItem(storageKey)

export const rememberClient = (client: string): void => localStorage.setItem(storageKey, client)

export const forgetClient = (): void => localStorage.removeItem(storageKey)
