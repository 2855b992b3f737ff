import type { ApiError } from '@maru/client/api/error'
import type { Limits, Round } from '@maru/contract'
import { isTimeUp } from '../../protection/limits.ts'

/** What may still be staked where a limit refused, in whole units of the round; null where no limit did. */
export function remainderOf(
  { code, params }: Pick<ApiError, 'code' | 'params'>,
  { unit, minPoint, maxPoint }: Pick<Round, 'unit' | 'minPoint' | 'maxPoint'>,
  limits: Pick<Limits, 'limits'> | undefined,
  available: number,
): { readonly amount: number; readonly isEnough: boolean } | null {
  const left = leftOf(code, params, maxPoint, limits)
  if (left === null) return null
  const whole = Math.floor(Math.min(left, available, Number(maxPoint)) / Number(unit)) * Number(unit)
  const amount = Math.max(0, whole)
  return { amount, isEnough: amount > 0 && amount >= Number(minPoint) }
}

function leftOf(
  code: ApiError['code'],
  params: ApiError['params'],
  maxPoint: string,
  limits: Pick<Limits, 'limits'> | undefined,
): number | null {
  switch (code) {
    case 'ROUND_LIMIT_EXCEEDED':
    case 'EXPOSURE_LIMIT':
      return params['remaining'] === undefined ? null : Number(params['remaining'])
    case 'CEILING_EXCEEDED':
      return params['left'] === undefined ? null : Number(params['left'])
    case 'INVESTMENT_ABOVE_MAX':
      return Number(maxPoint)
    case 'SELF_LIMIT_EXCEEDED': {
      // No stake is small enough once the time is used up.
      if (limits && isTimeUp(limits)) return null
      const own =
        limits?.limits.filter(
          ({ kind, amount, currency }) => amount !== null && currency === 'KRW' && kind !== 'DEPOSIT',
        ) ?? []
      return own.length === 0 ? null : Math.min(...own.map(({ amount, used }) => Number(amount) - Number(used)))
    }
    default:
      return null
  }
}
