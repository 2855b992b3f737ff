import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { chainHash, chainStart, leafHash, nodeHash, saltedLeafHash } from './hash.ts'
import { merkleProof, merkleRoot, verifyProof } from './merkle.ts'
import { MerkleFrontier } from './merkle-frontier.ts'
import { sha256 as nodeSha256 } from './sha256-node.ts'
import { sha256 as portableSha256 } from './sha256-portable.ts'

// The reference tree of RFC 6962's own implementation (certificate-transparency, merkle_tree_test).
const referenceInputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const referenceRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const referenceLeaves = referenceInputs.map((hex) => nodeSha256(new Uint8Array([0, ...fromHex(hex)])))
const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => leafHash({ index }))

test('roots are those of the reference tree of RFC 6962', () => {
  for (const [size, root] of referenceRoots.entries()) {
    expect(toHex(merkleRoot(referenceLeaves.slice(0, size)))).toBe(root)
  }
})

test('a leaf is SHA-256(0x00 ‖ JCS), salted SHA-256(0x00 ‖ salt ‖ JCS), whatever the order of the keys', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const plain = nodeSha256(new Uint8Array([0, ...bytes('{"a":"1","b":2}')]))
  const salted = nodeSha256(new Uint8Array([0, 0xab, 0xcd, ...bytes('{"a":"1","b":2}')]))
  expect(leafHash({ b: 2, a: '1' })).toEqual(plain)
  expect(saltedLeafHash('abcd', { b: 2, a: '1' })).toEqual(salted)
  expect(() => saltedLeafHash('ABCD', {})).toThrow(RangeError)
})

test('a leaf has a fixed, known hash', () => {
  const tick = {
    optionId: 'BTCUSDT',
    source: 'simulator',
    sourceTradeId: '1',
    sourceTs: 1,
    recvTs: 2,
    price: '65432.1',
    qty: '0.5',
    seq: 1,
  }
  const text =
    '{"optionId":"BTCUSDT","price":"65432.1","qty":"0.5","recvTs":2,"seq":1,"source":"simulator","sourceTradeId":"1","sourceTs":1}'
  expect(leafHash(tick)).toEqual(nodeSha256(new TextEncoder().encode(`\0${text}`)))
})

test('the frontier has the root of the whole tree at every size, and goes on from its state', () => {
  const leaves = leavesOf(300)
  let frontier = new MerkleFrontier()
  for (let size = 0; size <= leaves.length; size++) {
    expect(frontier.size).toBe(size)
    expect(toHex(frontier.root())).toBe(toHex(merkleRoot(leaves.slice(0, size))))
    if (size % 7 === 0) frontier = new MerkleFrontier(frontier.state())
    if (size < leaves.length) expect(frontier.append(leaves[size]!)).toBe(size)
  }
})

test('every leaf of every size has a proof that holds', () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = leavesOf(size)
    for (let index = 0; index < size; index++) {
      const proof = merkleProof(leaves, index)
      expect(proof.root).toBe(toHex(merkleRoot(leaves)))
      expect(verifyProof(leaves[index]!, proof)).toBe(true)
    }
  }
  expect(() => merkleProof(leavesOf(3), 3)).toThrow(RangeError)
})

const place = fc
  .integer({ min: 2, max: 200 })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }))
const flip = (hex: string, bit: number) => {
  const bytes = fromHex(hex)
  const at = bit % (8 * bytes.length)
  bytes[at >> 3] = bytes[at >> 3]! ^ (1 << (at & 7))
  return toHex(bytes)
}

test('a proof with any bit flipped, in leaf, path or root, does not hold', () => {
  fc.assert(
    fc.property(place, fc.nat(255), fc.nat(), ({ size, index }, bit, which) => {
      const leaves = leavesOf(size)
      const leaf = leaves[index]!
      const proof = merkleProof(leaves, index)
      const at = which % proof.path.length
      const path = proof.path.map((step, i) => (i === at ? { ...step, hash: flip(step.hash, bit) } : step))
      expect(verifyProof(fromHex(flip(toHex(leaf), bit)), proof)).toBe(false)
      expect(verifyProof(leaf, { ...proof, path })).toBe(false)
      expect(verifyProof(leaf, { ...proof, root: flip(proof.root, bit) })).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('a proof holds for its own place only, and neither shorter nor longer', () => {
  fc.assert(
    fc.property(place, fc.nat(), ({ size, index }, other) => {
      const leaves = leavesOf(size)
      const proof = merkleProof(leaves, index)
      const leaf = leaves[index]!
      const elsewhere = other % size
      if (elsewhere !== index) expect(verifyProof(leaf, { ...proof, index: elsewhere })).toBe(false)
      expect(verifyProof(leaf, { ...proof, path: proof.path.slice(1) })).toBe(false)
      expect(verifyProof(leaf, { ...proof, path: [...proof.path, proof.path[0]!] })).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('malformed proofs do not hold and do not throw', () => {
  const leaves = leavesOf(5)
  const proof = merkleProof(leaves, 2)
  for (const broken of [
    { ...proof, index: -1 },
    { ...proof, index: 1.5 },
    { ...proof, leafCount: 0 },
    { ...proof, leafCount: Number.NaN },
    { ...proof, root: 'zz' },
    { ...proof, path: [{ side: 'right' as const, hash: 'no hash' }, ...proof.path.slice(1)] },
  ]) {
    expect(verifyProof(leaves[2]!, broken)).toBe(false)
  }
})

test('a link of the chain is SHA-256(previous ‖ root)', () => {
  const root = leafHash('x')
  expect(chainHash(chainStart(), root)).toEqual(nodeSha256(new Uint8Array([...new Uint8Array(32), ...root])))
  expect(() => chainHash(new Uint8Array(31), root)).toThrow(RangeError)
  expect(() => nodeHash(root, new Uint8Array(33))).toThrow(RangeError)
})

test('the browser hashes as the server does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
      expect(toHex(portableSha256(data))).toBe(toHex(nodeSha256(data)))
    }),
  )
})
