import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each([
  '8.8.8.8',
  '142.250.206.10',
  '100.128.0.1',
  '172.32.0.1',
  '223.255.255.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
])('%s is on the public internet', (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  '127.0.0.1',
  '127.255.0.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.10',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
