import { pino } from 'pino'
import { type RunningSandbox, startSandbox } from '../src/sandbox.ts'
import { testTokenSecret } from './template.ts'

interface SandboxMessage {
  readonly id: number
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly text: string
  readonly at: number
}

export interface TestSandbox extends RunningSandbox {
  /** Presses a button of its page; throws where the sandbox refuses. */
  press(action: string, form: Readonly<Record<string, string>>): Promise<void>
  /** How a provider behaves from now on; without one all of them. */
  behave(provider: string | null, switches: Readonly<Record<string, string>>): Promise<void>
  messages(): Promise<readonly SandboxMessage[]>
}

/** The real process that plays the providers, on any port; at once, unless a test sets delays. */
export async function startTestSandbox(host = '127.0.0.1'): Promise<TestSandbox> {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const running = await startSandbox({
    host,
    port: 0,
    mayMove: false,
    tokenSecret: testTokenSecret,
    log,
  })
  const { url } = running.sandbox
  const press = async (action: string, form: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}${action}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    if (answer.status !== 303 && answer.status !== 200) throw new Error(`${action}: ${answer.status}`)
  }
  const behave: TestSandbox['behave'] = (provider, switches) =>
    press('/switches', { ...(provider === null ? {} : { provider }), ...switches })
  await behave(null, { delayMs: '0' })
  return {
    ...running,
    press,
    behave,
    messages: async () => (await fetch(`${url}/messages.json`)).json() as Promise<readonly SandboxMessage[]>,
  }
}
