import { describe, expect, it } from 'vitest'
import { idle, isMasked, type Link, type LinkAction, type LinkEvent, step } from './reconnect.ts'

function play(...events: LinkEvent[]) {
  let link: Link = idle
  const actions: LinkAction[] = []
  const masked: boolean[] = []
  for (const event of events) {
    const next = step(link, event)
    link = next.link
    actions.push(next.action)
    masked.push(isMasked(link))
  }
  return { link, actions, masked }
}

describe('the reconnect rules', () => {
  it('reconnect at once on a drop, behind the mask, and lift it when that works', () => {
    const { actions, masked } = play('start', 'opened', 'dropped', 'opened')
    expect(actions).toEqual(['connect', null, 'connect', null])
    expect(masked).toEqual([false, false, true, false])
  })

  it('give up after two more tries', () => {
    const { link, actions } = play('start', 'opened', 'dropped', 'dropped', 'waited', 'dropped', 'waited', 'dropped')
    expect(actions).toEqual(['connect', null, 'connect', 'wait', 'connect', 'wait', 'connect', 'give-up'])
    expect(link.kind).toBe('failed')
  })

  it('count anew after each success', () => {
    const { actions } = play('start', 'opened', 'dropped', 'dropped', 'waited', 'opened', 'dropped', 'dropped')
    expect(actions.slice(-2)).toEqual(['connect', 'wait'])
  })

  it('hold for a first connection that never came up', () => {
    const { link, masked } = play('start', 'dropped', 'waited', 'dropped', 'waited', 'dropped')
    expect(link.kind).toBe('failed')
    expect(masked).toEqual([false, true, true, true, true, true])
  })

  it('try nothing while the browser is offline, and start over with the network', () => {
    const { link, actions, masked } = play('start', 'opened', 'went-offline', 'dropped', 'waited', 'came-online')
    expect(actions).toEqual(['connect', null, 'close', null, null, 'connect'])
    expect(link).toEqual({ kind: 'connecting', failures: 0, wasUp: true })
    expect(masked.slice(2)).toEqual([true, true, true, true])
  })

  it('leave nothing running after a sign-out', () => {
    const { link, actions } = play('start', 'opened', 'stop', 'dropped', 'waited', 'came-online')
    expect(link).toEqual(idle)
    expect(actions.slice(2)).toEqual(['close', null, null, null])
  })
})
