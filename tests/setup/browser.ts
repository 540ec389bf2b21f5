import { chromium } from 'playwright-core'

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the one browser of a run; answers its address and how to close it. */
export const startBrowser = async (): Promise<{ address: string; close: () => Promise<void> }> => {
  const server = await chromium.launchServer({
    executablePath: '/usr/bin/chromium-headless-shell',
    headless: true,
    args: browserArguments,
    host: '127.0.0.1',
  })
  return { address: server.wsEndpoint(), close: () => server.close() }
}
