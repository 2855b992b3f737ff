// The service worker: it makes the app installable, says so when there is no network, and shows what is pushed. It keeps the offline page
// alone. No answer of the API and no page of a member is ever kept: a balance or a price from yesterday would be a lie.
const cacheName = 'maru-offline-1'
const offlinePage = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll([new Request(offlinePage, { cache: 'reload' })]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const forgetOlder = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(forgetOlder())
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || new URL(event.request.url).pathname.startsWith('/console')) return
  event.respondWith(
    fetch(event.request).catch(
      async () => (await caches.match(offlinePage, { cacheName, ignoreVary: true })) ?? Response.error(),
    ),
  )
})

/** What was pushed: words of the server and the page of the app that a tap opens. Nothing else is believed. */
function pushed(event) {
  try {
    const { title, text, url, tag } = event.data.json()
    const path = new URL(String(url), self.location.origin)
    const isOurs = path.origin === self.location.origin && String(url).startsWith('/')
    return {
      title: String(title),
      text: String(text),
      tag: String(tag),
      url: isOurs ? path.pathname + path.search : '/',
    }
  } catch {
    return null
  }
}

self.addEventListener('push', (event) => {
  const said = pushed(event)
  if (said === null) return
  const { title, text, tag, url } = said
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      data: { url },
      icon: '/icon-192.png',
      badge: '/icon-192.png',
    }),
  )
})

/** Opens the page in a tab that is open, else in a new one. The console's tabs are none of it. */
async function openPage(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = tabs.filter((tab) => !new URL(tab.url).pathname.startsWith('/console'))
  const there = own.find((tab) => new URL(tab.url).pathname === url)
  if (there) return there.focus()
  const [first] = own
  if (!first) return self.clients.openWindow(url)
  const focused = await first.focus()
  // A page that this worker does not control cannot be sent elsewhere.
  return focused.navigate(url).catch(() => self.clients.openWindow(url))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.url ?? '/'))
})
