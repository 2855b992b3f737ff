import { z } from 'zod'
import { Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './enums.ts'

const Signed = z.string().regex(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/)

export const consoleStatementEndpoints = {
  statementImport: endpoint({
    method: 'POST',
    tag: '콘솔',
    auth: 'staff',
    permission: 'money',
    rate: 'desk',
    path: '/api/console/statement',
    summary: '거래 내역 가져오기: 하루치 CSV를 손으로. 같은 날을 다시 가져오면 바뀐 줄이 드러납니다',
    maxBytes: 1_048_576,
    body: z.strictObject({
      reason: Reason,
      provider: z.string().max(30),
      currency: Currency,
      day: z.iso.date(),
      opening: Signed,
      closing: Signed,
      csv: z.string().min(1).max(1_000_000),
    }),
    response: z.object({ lines: z.int() }),
    errors: ['INVALID_REQUEST'],
  }),
}
