import { expect, test } from 'vitest'
import { isKnownService } from './push-address.ts'

const ofOperator = ['push.house.example', 'push.house.example:8443']

test.each([
  ['https://fcm.googleapis.com/fcm/send/1', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/1', true],
  ['https://web.push.apple.com/1', true],
  ['https://wns2-par02p.notify.windows.com/w/1', true],
  ['https://push.house.example/1', true],
  ['https://push.house.example:8443/1', true],
  ['https://push.house.example:8444/1', false],
  ['https://fcm.googleapis.com:8443/1', false],
  ['https://storage.googleapis.com/1', false],
  ['https://evilfcm.googleapis.com/1', false],
  ['https://fcm.googleapis.com.evil.example/1', false],
  ['https://anybody.example/1', false],
])('pushes go to known services at port 443 and to those that the operator lists: %s %s', (address, isKnown) => {
  expect(isKnownService(new URL(address), ofOperator)).toBe(isKnown)
})
