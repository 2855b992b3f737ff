/** A message of the channel, without the headers that nobody here reads. */
export interface StompMessage {
  readonly subscription: string
  readonly body: string
  /** The whole of it. */
  readonly frame: string
}

/**
 * Reads a text that is one whole MESSAGE frame, or several, as the server sends each and the prices of one beat; null for anything else.
 * The library turns every text into bytes, walks over them one by one and turns them back, which on a slow phone takes longer than all that
 * a price does to the page.
 */
export function readMessages(text: unknown): readonly StompMessage[] | null {
  if (typeof text !== 'string') return null
  const messages: StompMessage[] = []
  for (let start = 0; start < text.length; ) {
    const message = readMessage(text, start)
    if (message === null) return null
    messages.push(message)
    start += message.frame.length
  }
  return messages.length > 0 ? messages : null
}

function readMessage(text: string, start: number): StompMessage | null {
  if (!text.startsWith('MESSAGE\n', start)) return null
  const end = text.indexOf('\n\n', start)
  const last = end < 0 ? -1 : text.indexOf('\0', end)
  // Only a part of a frame came.
  if (last < 0) return null
  const head = text.slice(start, end)
  // Escaped headers are left to the library.
  if (head.includes('\\') || head.includes('\r')) return null
  const at = head.indexOf(subscriptionHeader)
  if (at < 0) return null
  const from = at + subscriptionHeader.length
  const to = head.indexOf('\n', from)
  return {
    subscription: head.slice(from, to < 0 ? undefined : to),
    body: text.slice(end + 2, last),
    frame: text.slice(start, last + 1),
  }
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
    const messages = readMessages(event.data)
    if (messages === null) return void handler?.call(socket, event)
    const hear = (data: string) => handler?.call(socket, new MessageEvent('message', { data }))
    let isTaken = false
    for (const message of messages) {
      if (take(message)) isTaken = true
      else hear(message.frame)
    }
    if (!isTaken || event.timeStamp < nextHeartbeat) return
    nextHeartbeat = event.timeStamp + heartbeatEveryMs
    hear(heartbeat)
  })
  return socket
}
