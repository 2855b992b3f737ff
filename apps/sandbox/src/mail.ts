import { audienceHeader } from '@maru/provider-protocol'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { slowMs } from './switches.ts'
import type { World } from './world.ts'

const mostBytes = 1024 * 1024

/** A real SMTP server that delivers nowhere: mails are messages of the page, each Message-ID once. Resolves to its port. */
export function startMail(world: World, host: string, port: number): Promise<{ port: number; stop(): void }> {
  const taken = new Set<string>()
  const modeNow = () => world.switches.of('mail').calls
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    size: mostBytes,
    logger: false,
    onRcptTo(_address, _session, done) {
      const mode = modeNow()
      if (mode === 'refuse') done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      else if (mode === 'broken') done(Object.assign(new Error('try later'), { responseCode: 451 }))
      else done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => {
        if (!stream.sizeExceeded) parts.push(part)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('the mail is too long'), { responseCode: 552 }))
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        readMail(Buffer.concat(parts)).then(
          ({ id, text, isForStaff }) => {
            if (id === '' || !taken.has(id)) world.addMessage('mail', to, text, isForStaff)
            taken.add(id)
            const mode = modeNow()
            if (mode === 'slow') setTimeout(done, slowMs).unref()
            // The connection stays open until the sender gives up.
            else if (mode !== 'silent') done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  // A client that hangs up is no failure of the server.
  server.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    const listening = server.listen(port, host, () => {
      const address = listening.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        stop: () => server.close(),
      })
    })
    listening.once('error', reject)
  })
}

async function readMail(raw: Buffer) {
  const { messageId = '', subject = '', text, html, headers } = await PostalMime.parse(raw)
  const plain = text ?? html?.replace(/<[^>]*>/g, ' ') ?? ''
  const isForStaff = headers.some(({ key, value }) => key === audienceHeader.toLowerCase() && value === 'staff')
  return { id: messageId, text: `${subject}\n${plain}`.trim().slice(0, 4_000), isForStaff }
}
