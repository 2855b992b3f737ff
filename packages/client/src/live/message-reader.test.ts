import { describe, expect, it, vi } from 'vitest'
import { readMessages, type StompMessage, takeMessages } from './message-reader.ts'

const frame = 'MESSAGE\nsubscription:/topic/tick/X\nmessage-id:7\ndestination:/topic/tick/X\n\n{"a":"가\\n\\n"}\0'
const short = 'MESSAGE\nmessage-id:7\nsubscription:s\n\n\0'

describe('a text of the channel', () => {
  it('is read when it is one whole message', () => {
    expect(readMessages(frame)).toEqual([{ subscription: '/topic/tick/X', body: '{"a":"가\\n\\n"}', frame }])
    expect(readMessages(short)).toEqual([{ subscription: 's', body: '', frame: short }])
  })
  it('is read when it is several whole messages, in their order', () => {
    expect(readMessages(short + frame + short)?.map((message) => message.frame)).toEqual([short, frame, short])
  })
  it.each([
    ['another frame', 'CONNECTED\nversion:1.2\n\n\0'],
    ['a heartbeat', '\n'],
    ['a part of a message', frame.slice(0, -1)],
    ['only headers', 'MESSAGE\nsubscription:s'],
    ['a message and a part of another', frame + frame.slice(0, -1)],
    ['a message and another frame', `${frame}RECEIPT\nreceipt-id:1\n\n\0`],
    ['a message with a line after it', `${frame}\n`],
    ['nothing', ''],
    ['an escaped header', 'MESSAGE\nsubscription:a\\cb\n\n{}\0'],
    ['headers that end with a carriage return', 'MESSAGE\nsubscription:s\r\nx:y\n\n{}\0'],
    ['a message of no subscription', 'MESSAGE\ndestination:/topic/x\n\n{}\0'],
    ['bytes', new ArrayBuffer(8)],
  ])('is left to the library when it is %s', (_, text) => expect(readMessages(text)).toBeNull())
})

describe('a socket whose messages are taken', () => {
  const make = (wants: (message: StompMessage) => boolean) => {
    const socket = new EventTarget() as WebSocket
    const taken: unknown[] = []
    takeMessages(socket, (message) => {
      taken.push(message)
      return wants(message)
    })
    const library = vi.fn()
    socket.onmessage = ({ data }) => library(data)
    const hear = (data: string, timeStamp = 10) => {
      const event = new MessageEvent('message', { data })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      socket.dispatchEvent(event)
    }
    return { taken, library, hear, socket }
  }
  it('tells the library of taken messages only that the other side lives, once a second', () => {
    const { taken, library, hear } = make(() => true)
    hear(frame, 5_000)
    hear(frame, 5_999)
    expect(taken).toHaveLength(2)
    expect(library.mock.calls).toEqual([['\n']])
    hear(frame, 6_000)
    expect(library).toHaveBeenCalledTimes(2)
  })
  it('takes each message of a text by itself, and leaves the others to the library', () => {
    const { library, hear, taken } = make(({ subscription }) => subscription === 's')
    hear(short + frame + short, 5_000)
    expect(taken).toHaveLength(3)
    expect(library.mock.calls).toEqual([[frame], ['\n']])
  })
  it('leaves to the library what is not wanted, and every other frame', () => {
    const { library, hear } = make(() => false)
    hear(frame)
    hear('RECEIPT\nreceipt-id:1\n\n\0')
    expect(library.mock.calls).toEqual([[frame], ['RECEIPT\nreceipt-id:1\n\n\0']])
  })
  it('follows the library when it listens with another function or no longer', () => {
    const { library, hear, socket } = make(() => true)
    const later = vi.fn()
    socket.onmessage = later
    hear(frame)
    expect(library).not.toHaveBeenCalled()
    expect(later).toHaveBeenCalledTimes(1)
    socket.onmessage = null
    hear(frame)
    expect(later).toHaveBeenCalledTimes(1)
  })
})
