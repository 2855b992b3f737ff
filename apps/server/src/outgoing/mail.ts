import { audienceHeader } from '@maru/provider-protocol'
import { createTransport } from 'nodemailer'
import type { PeerTls } from '../tls.ts'
import type { Courier, Outcome } from './courier.ts'
import { endOf, type Messages } from './messages.ts'

export interface MailServer {
  /** smtp:// or smtps://, with user and password where it wants them. */
  readonly url: string
  /** The sender, as mails name it. */
  readonly from: string
  /** No mail leaves before the connection is encrypted and the server's certificate verified; null: neither is looked at. */
  readonly tls: PeerTls | null
}

const connectMs = 8_000
const silentMs = 15_000

/** Mails over SMTP. A mail that may have been taken is sent again under the same Message-ID, by which mailboxes know it. */
export function mailCourier({ url, from, tls }: MailServer, messages: Messages): Courier & { close(): void } {
  const transport = createTransport(
    {
      url,
      ...(tls === null ? { ignoreTLS: true, tls: { rejectUnauthorized: false } } : { requireTLS: true, tls }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silentMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    mostAttempts: 12,
    forgets: true,
    expiresAt: endOf,
    async send(row): Promise<Outcome> {
      const { to, subject, text, isForStaff = false } = messages.open(row)
      const headers = isForStaff ? { [audienceHeader]: 'staff' } : {}
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${row.id}@${domain}>`,
          headers,
        })
        return { state: 'SENT' }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { readonly code?: string; readonly responseCode?: number }

/** 5xx is a refusal for good; anything else may be better later. The server's words may repeat the address: only its code is kept. */
function outcomeOf({ code, responseCode }: SmtpError): Outcome {
  const error = `SMTP ${responseCode ?? code ?? 'error'}`
  // A password that is wrong here, or a server without TLS, is no fault of the mail.
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH' && code !== 'ETLS'
  return { state: isRefused ? 'FAILED' : 'AGAIN', error }
}
