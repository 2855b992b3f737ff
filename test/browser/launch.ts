import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

const installed = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const args = ['--no-sandbox', '--disable-dev-shm-usage']

/**
 * The machine's Chrome or Chromium, else the one inside the npm package @sparticuz/chromium (Linux x64), with the arguments
 * it needs. CHROME_PACKAGED=1 takes the packaged one even so.
 */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const own = process.env['CHROME_PACKAGED'] === '1' ? undefined : installed.find((path) => path && existsSync(path))
  if (own) return { executablePath: own, args }
  const { default: packaged } = await import('@sparticuz/chromium')
  // Its own arguments fit a lambda: one process (which ends with the first context) and no same-origin policy.
  return { executablePath: await packaged.executablePath(), args: [...args, '--use-angle=swiftshader'] }
}

let running: Promise<Browser> | null = null

/** The browser of this process, which ends with it: each house opens profiles of its own in it. */
export async function browserOfProcess(): Promise<Browser> {
  running ??= launchBrowser().catch((error) => {
    // The next file tries again.
    running = null
    throw error
  })
  const browser = await running
  if (browser.isConnected()) return browser
  running = null
  return browserOfProcess()
}

async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findBrowser()
  // Drawing on the processor as it is: the emulated graphics card behind WebGL took a fifth of all the time of these tests.
  return chromium.launch({ executablePath, args: [...args, '--disable-gpu'], headless: true })
}
