import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { World } from './world.ts'

const mostBytes = 1024 * 1024

/** A real SMTP server that delivers nowhere: mails are messages of the page. Resolves to its port. */
export function startMail(world: World, host: string, port: number): Promise<{ port: number; stop(): void }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    size: mostBytes,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => {
        if (!stream.sizeExceeded) parts.push(part)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('the mail is too long'), { responseCode: 552 }))
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        readMail(Buffer.concat(parts)).then(
          (text) => {
            world.addMessage('mail', to, text)
            done()
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

async function readMail(raw: Buffer): Promise<string> {
  const { subject = '', text, html } = await PostalMime.parse(raw)
  const plain = text ?? html?.replace(/<[^>]*>/g, ' ') ?? ''
  return `${subject}\n${plain}`.trim().slice(0, 4_000)
}
