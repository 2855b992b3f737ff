/** A message of the channel, without the headers that nobody here reads. */
export interface StompMessage {
  readonly subscription: string
  readonly body: string
}

/**
 * Reads a text that is one whole MESSAGE frame, as the server sends each; null for anything else. The library turns every text into bytes,
 * walks over them one by one and turns them back, which on a slow phone takes longer than all that a price does to the page.
 */
export function readMessage(text: unknown): StompMessage | null {
  if (typeof text !== 'string' || !text.startsWith('MESSAGE\n')) return null
  const end = text.indexOf('\n\n')
  // An end that is not the last character: more frames follow, or only a part of one came.
  if (end < 0 || text.indexOf('\0', end) !== text.length - 1) return null
  const head = text.slice(0, end)
  // Escaped headers are left to the library.
  if (head.includes('\\') || head.includes('\r')) return null
  const at = head.indexOf(subscriptionHeader)
  if (at < 0) return null
  const from = at + subscriptionHeader.length
  const to = head.indexOf('\n', from)
  return { subscription: head.slice(from, to < 0 ? undefined : to), body: text.slice(end + 2, -1) }
}

const subscriptionHeader = '\nsubscription:'
/** A heartbeat: says that the other side lives, and nothing else. */
const heartbeat = '\n'
/** The library expects one each ten seconds. */
const heartbeatEveryMs = 1_000

/**
 * Lets `take` have the messages of a socket before the library does; those that it does not want (false), and all other frames, go on to it.
 * Of messages that were taken the library hears as of heartbeats, one a second.
 */
export function takeMessages(socket: WebSocket, take: (message: StompMessage) => boolean): WebSocket {
  let handler: WebSocket['onmessage'] = null
  let nextHeartbeat = 0
  Object.defineProperty(socket, 'onmessage', {
    get: () => handler,
    set: (given: WebSocket['onmessage']) => {
      handler = given
    },
  })
  socket.addEventListener('message', (event) => {
    const message = readMessage(event.data)
    if (message === null || !take(message)) return void handler?.call(socket, event)
    if (event.timeStamp < nextHeartbeat) return
    nextHeartbeat = event.timeStamp + heartbeatEveryMs
    handler?.call(socket, new MessageEvent('message', { data: heartbeat }))
  })
  return socket
}
