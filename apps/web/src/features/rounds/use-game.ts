import type { CurrentGame, RoundsSnapshot } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { type Arranged, arrange, boundariesOf, withRound } from '../../books/rounds/arrange.ts'
import { gameQuery, roundKeys } from '../../books/rounds/queries.ts'
import { clock, subscribe, useMoment } from '../../live/index.ts'

const nothing: Arranged = { betting: null, running: null, behind: false }

/** The rounds of an option as they stand now: by the server's messages, and between two of them by its clock. */
export function useGame(optionId: number): Arranged {
  const { data } = useQuery(gameQuery(optionId))
  useMoment(data ? boundariesOf(data) : [])
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: roundKeys.game(optionId) })
    /** The snapshot is newer than any answer that came before it; one that is still on its way is asked for again. */
    const start = (snapshot: RoundsSnapshot) => {
      const known = queryClient.getQueryData<CurrentGame>(roundKeys.game(optionId))
      if (!known) return refresh()
      queryClient.setQueryData<CurrentGame>(roundKeys.game(optionId), { ...known, ...snapshot })
    }
    return subscribe(`/topic/trade/${optionId}`, {
      onMessage: ({ event, data }) => {
        if (event === 'SNAPSHOT') return start(data)
        queryClient.setQueryData<CurrentGame>(
          roundKeys.game(optionId),
          (game) => game && withRound(game, data, clock.now()),
        )
        if (event === 'ROUND_SETTLED' || event === 'ROUND_VOID') {
          void queryClient.invalidateQueries({ queryKey: roundKeys.recent(optionId) })
          void queryClient.invalidateQueries({ queryKey: roundKeys.results(optionId) })
        }
      },
      onReload: refresh,
    })
  }, [optionId])
  return data ? arrange(data, clock.now()) : nothing
}
