import { call } from '@maru/client/api/client'
import { textOf } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { overseaKeys, overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { subscribe } from '../../live/index.ts'
import { showAlert } from '../../shell/alert.tsx'
import { useStockRow } from '../../trading/instruments/stock-list.ts'
import { titleOf } from '../../trading/instruments/title.ts'
import { tradingTexts } from '../../trading/texts.ts'
import { overseaTexts } from './texts.ts'

/** § So long after a close it is asked whether any contract is still open. */
const checkAfterMs = 1_000

interface Place {
  signedIn: boolean
  /** `/oversea`, for guests `/overseaView`. */
  base: string
}

/** Leaves the page of a contract that rests, comes to rest or is stopped by staff (specification 4). Renders nothing. */
export function RestWatch({ option, signedIn, base }: Place & { option: OverseaOption }) {
  const { id, stock, isRest: wasRest } = option
  const navigate = useNavigate()
  const isRest = useStockRow('oversea', stock)?.isRest ?? wasRest
  const left = useRef(false)
  const leave = useRef(() => {})
  leave.current = () => {
    if (left.current) return
    left.current = true
    leaveResting(option, { signedIn, base }, () => navigate('/more', { replace: true })).then(
      (stays) => {
        left.current = !stays
      },
      (error: unknown) => {
        left.current = false
        console.warn('whether another contract is open is not known', error)
      },
    )
  }

  useEffect(() => {
    // Session, rate and margin are others once it opens or closes.
    if (isRest !== wasRest) void queryClient.invalidateQueries({ queryKey: overseaKeys.options })
  }, [isRest, wasRest])
  useEffect(() => {
    if (isRest) leave.current()
  }, [isRest])
  useEffect(() => {
    if (!signedIn) return
    return subscribe('/user/queue/oversea', {
      onMessage: ({ event, data }) => {
        if (event === 'OVERSEA_OPTION_CLOSE' && data.overseaOptionId === id) leave.current()
      },
    })
  }, [signedIn, id])
  return null
}

/** Says that the stock is closed and goes to one that is open, or where none is, to /more. Resolves to true where the page stays. */
async function leaveResting(option: OverseaOption, place: Place, toMore: () => void): Promise<boolean> {
  const check = pause(checkAfterMs)
  const options = await queryClient.fetchQuery({ ...overseaOptionsQuery, staleTime: 0 })
  const now = options.find(({ id }) => id === option.id)
  if (now && !now.isRest && !now.isStop) return true
  await showAlert(textOf(tradingTexts, 'closedStock', { stock: titleOf(option) }))
  await check
  if (await call('GET /api/oversea/option/exist_option')) {
    // § A reload: whatever belonged to the session that ended is read anew.
    location.assign(place.base)
    return false
  }
  return sayAllClosed(place.signedIn, toMore)
}

/** Where no contract is open a member goes to /more; a guest has no such page and may look at what is closed. */
async function sayAllClosed(signedIn: boolean, toMore: () => void): Promise<boolean> {
  await showAlert(textOf(overseaTexts, 'allClosed'))
  if (signedIn) toMore()
  return !signedIn
}

/** /oversea while no contract is open. Renders nothing. */
export function AllClosed() {
  const navigate = useNavigate()
  useEffect(() => {
    let gone = false
    void (async () => {
      await pause(checkAfterMs)
      if (gone) return
      if (await call('GET /api/oversea/option/exist_option'))
        return queryClient.invalidateQueries({ queryKey: overseaKeys.options })
      if (!gone) await sayAllClosed(true, () => navigate('/more', { replace: true }))
    })()
    return () => {
      gone = true
    }
  }, [navigate])
  return null
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
