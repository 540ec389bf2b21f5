import { chromium } from 'playwright-core'

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  // Otherwise libpulse leaves a folder behind that it creates for its socket.
  '--disable-audio-output',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** HOLDFAST_TEST_HEADED=true shows the journeys in a window, for people who want to watch. */
const isHeaded = process.env.HOLDFAST_TEST_HEADED === 'true'

/** Milliseconds that the browser waits before each step, so that people can follow. */
export const stepDelayMs = isHeaded ? 300 : 0

/** Starts the one browser of a run, and returns its address and how to close it. */
export const startBrowser = async (): Promise<{ address: string; close: () => Promise<void> }> => {
  const server = await chromium.launchServer({
    executablePath: isHeaded ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell',
    headless: !isHeaded,
    args: browserArguments,
    host: '127.0.0.1',
  })
  return { address: server.wsEndpoint(), close: () => server.close() }
}
