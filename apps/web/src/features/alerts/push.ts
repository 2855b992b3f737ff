import { call } from '@maru/client/api/client'

/**
 * install: an iPhone's browser, which sends to installed apps only · none: no push in this browser · denied: the browser blocks it ·
 * off and on: whether this device is reached.
 */
export type PushState = 'install' | 'none' | 'denied' | 'off' | 'on'

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

/** How this device stands. */
export async function pushState(publicKey: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'none'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted') return 'off'
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  if (!found || !isOf(found, publicKey)) return 'off'
  // The sign-in may be another one than that which turned it on.
  await keep(found)
  return 'on'
}

/** Asks for the permission, which a browser grants on a tap alone, and has this device reached from now on. */
export async function turnPushOn(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(publicKey)
  const worker = await ready()
  const old = await worker.pushManager.getSubscription()
  if (old && !isOf(old, publicKey)) await old.unsubscribe()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    await keep(made)
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

/** This device is not reached any more. */
export async function turnPushOff(): Promise<PushState> {
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  if (found) {
    await call('POST /api/push/unsubscribe', { body: { endpoint: found.endpoint } })
    await found.unsubscribe()
  }
  return 'off'
}

async function ready(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

async function keep(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call('POST /api/push/subscribe', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
}

/** Made with the key that the server signs with now. */
function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const made = options.applicationServerKey
  if (made === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(made)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
