const storageKey = 'holdfast.client'

/** The identifier of the account that signed in last in this browser, for the sign-in page. */
export const rememberedClient = (): string | null => localStorage.getItem(storageKey)

export const rememberClient = (client: string): void => localStorage.setItem(storageKey, client)

export const forgetClient = (): void => localStorage.removeItem(storageKey)
