import type { TestSandbox } from '../../apps/server/test/sandbox.ts'
import { eventually } from './house.ts'

/** The newest code of six digits that the sandbox's phone or mailbox got, once it has got so many. */
export async function codeTo(sandbox: TestSandbox, to: string, sent = 1): Promise<string> {
  const codes = async () =>
    (await sandbox.messages())
      .filter((message) => message.to === to)
      .flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])
  return (await eventually(codes, (found) => found.length >= sent))[0]!
}

/** Another code than this. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000')
