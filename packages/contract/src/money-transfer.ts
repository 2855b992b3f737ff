import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WalletType } from './enums.ts'
import { LoginUsername, Username } from './member.ts'
import { DnwRow, exitRefusals, MoneyPoint, moneyRequest } from './money-row.ts'
import { EpochMs } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = '이체'

export const transferEndpoints = {
  dnwTransfer: endpoint({
    ...moneyRequest,
    tag,
    path: '/api/dnw/transfer',
    summary: '내 지갑 사이 또는 다른 회원에게 이체',
    body: z.union([
      z.strictObject({ from: WalletType, to: WalletType, point: MoneyPoint }),
      z.strictObject({ walletType: WalletType, username: Username, point: MoneyPoint, otp: SecondFactor.optional() }),
    ]),
    response: DnwRow,
    errors: [
      ...exitRefusals,
      'AMOUNT_UNIT_MISMATCH',
      'CURRENCY_UNSUPPORTED',
      'TRANSFER_SELF',
      'TRY_AGAIN_LATER',
      'USER_NOT_FOUND',
      'WITHDRAW_EXCEEDS_BALANCE',
      'WITHDRAW_LIMIT_EXCEEDED',
    ],
  }),
  dnwTransferCheck: endpoint({
    method: 'GET',
    path: '/api/dnw/transfer/check',
    summary: '받는 회원 확인',
    tag,
    auth: 'member',
    rate: 'recipient',
    query: z.object({ username: LoginUsername }),
    response: z.object({
      username: z.string(),
      name: z.string().meta({ description: 'Masked', example: '김*수' }),
      isVerified: z.boolean(),
      since: EpochMs.meta({ description: 'When he signed up' }),
    }),
    errors: ['USER_NOT_FOUND', 'TRANSFER_SELF'],
  }),
}
