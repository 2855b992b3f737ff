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
  if (typeof text !== 'string' || text === '') return null
  const messages: StompMessage[] = []
  for (let start = 0, end: number; start < text.length; start = end) {
    end = text.indexOf('\0', start) + 1
    const frame = text.slice(start, end || undefined)
    const [, subscription, body] = plainMessage.exec(frame) ?? []
    if (subscription === undefined || body === undefined) return null
    messages.push({ subscription, body, frame })
  }
  return messages
}

/** A whole MESSAGE frame; one with escaped headers is left to the library. */
const plainMessage = /^MESSAGE\n(?:[^\\\r\n]+\n)*?subscription:([^\\\r\n]*)\n(?:[^\\\r\n]+\n)*\n(.*)\0$/s
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
    set: (given: WebSocket['onmessage']) => {
      handler = given
    },
  })
  socket.addEventListener('message', (event) => {
    const messages = readMessages(event.data)
    if (messages === null) return void handler?.call(socket, event)
    const hear = (data: string) => handler?.call(socket, new MessageEvent('message', { data }))
    const left = messages.filter((message) => !take(message))
    for (const { frame } of left) hear(frame)
    if (left.length === messages.length || event.timeStamp < nextHeartbeat) return
    nextHeartbeat = event.timeStamp + heartbeatEveryMs
    hear(heartbeat)
  })
  return socket
}
