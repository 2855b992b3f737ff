import { escapeHeader } from './frame.ts'

/**
 * A MESSAGE that goes to many subscribers. Only the subscription header differs between them, so everything else is encoded
 * once and copied around it; subscribers that chose the same id can share the very same bytes.
 */
export class PreparedMessage {
  readonly #before: Buffer
  readonly #after: Buffer

  constructor(destination: string, messageId: string, body: string | Uint8Array, contentType = 'application/json') {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
    this.#before = Buffer.from(
      `MESSAGE\ndestination:${escapeHeader(destination)}\nmessage-id:${escapeHeader(messageId)}\n` +
        `content-type:${escapeHeader(contentType)}\ncontent-length:${bytes.length}\nsubscription:`,
      'utf8',
    )
    this.#after = Buffer.allocUnsafe(bytes.length + 3)
    this.#after[0] = LF
    this.#after[1] = LF
    this.#after.set(bytes, 2)
    this.#after[bytes.length + 2] = 0
  }

  /** The STOMP frame for one subscription; `ack` is the id that the client acknowledges it by. */
  frame(subscription: string, ack?: string): Buffer {
    return this.#build(tail(subscription, ack), 0)
  }

  /** The same frame as one WebSocket text message, ready for the socket itself (RFC 6455, unmasked, uncompressed). */
  webSocketFrame(subscription: string, ack?: string): Buffer {
    const middle = tail(subscription, ack)
    const length = this.#before.length + Buffer.byteLength(middle) + this.#after.length
    const frame = this.#build(middle, headLength(length))
    writeHead(frame, length)
    return frame
  }

  #build(middle: string, room: number): Buffer {
    const middleLength = Buffer.byteLength(middle)
    const start = room + this.#before.length
    const frame = Buffer.allocUnsafe(start + middleLength + this.#after.length)
    frame.set(this.#before, room)
    frame.write(middle, start, 'utf8')
    frame.set(this.#after, start + middleLength)
    return frame
  }
}

/** The bytes of one WebSocket text message that holds the STOMP frames of several, in their order; `framed` as `webSocketFrame` gives them. */
export function asOneMessage(framed: readonly Buffer[]): readonly Buffer[] {
  const frames = framed.map((message) => message.subarray(message[1]! < 126 ? 2 : message[1] === 126 ? 4 : 10))
  const length = frames.reduce((sum, frame) => sum + frame.length, 0)
  const head = Buffer.allocUnsafe(headLength(length))
  writeHead(head, length)
  return [head, ...frames]
}

const LF = 10
const FINAL_TEXT = 0x81

/** Of a WebSocket message whose content has so many bytes (RFC 6455, 5.2). */
const headLength = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10)

function writeHead(frame: Buffer, length: number): void {
  frame[0] = FINAL_TEXT
  if (length < 126) frame[1] = length
  else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}

const tail = (subscription: string, ack: string | undefined): string =>
  ack === undefined ? escapeHeader(subscription) : `${escapeHeader(subscription)}\nack:${escapeHeader(ack)}`
