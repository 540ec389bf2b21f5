import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { limits } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import { keysOf, type Token } from './tokens.ts'

/** Where a word stands. Each source has other rights, and so other hashes of the same word. */
export const textSources = ['message', 'comment'] as const
export type TextSource = (typeof textSources)[number]

/** A signed 64-bit integer in decimal digits: a bigint of PostgreSQL, which a number cannot hold. */
export type WordHash = string

/** What the index has of a word. */
export interface WordEntry {
  /** The hashes of its keys (`keysOf`). */
  words: readonly WordHash[]
  /** Its place among the words that prefixes are looked up in. Short words have one too: a missing one would tell how short they are. */
  vocabulary: { bucket: number; entry: WordHash; sealed: Buffer }
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/**
 * Many beginnings of words share a bucket, so that its rows do not tell which words begin alike. With more buckets a copy of the database tells
 * more, with fewer a prefix opens more words.
 */
export const vocabularyBuckets = 256
/** Texts consist of few words, which are worth remembering: their stems take longer than everything else. */
const rememberedWords = 20_000

/** What a search secret makes of the words of one account. */
export class WordHashes {
  readonly #mac: KeyObject
  readonly #seal: KeyObject
  readonly #entries = new LRUCache<string, WordEntry>({ max: rememberedWords })

  /** @param secret 32 bytes */
  constructor(secret: Buffer) {
    this.#mac = createSecretKey(derived(secret, 'words'))
    this.#seal = createSecretKey(derived(secret, 'vocabulary'))
  }

  entryOf(source: TextSource, token: Pick<Token, 'word' | 'folded'>): WordEntry {
    const remembered = this.#entries.get(`${source}/${token.word}`)
    if (remembered) return remembered
    const entry: WordEntry = {
      words: keysOf(token).map((key) => this.ofWord(source, key)),
      vocabulary: {
        bucket: this.ofBucket(source, token.folded),
        entry: this.#hash(`entry/${source}`, token.word),
        sealed: this.#sealed(token.word),
      },
    }
    this.#entries.set(`${source}/${token.word}`, entry)
    return entry
  }

  /** @param key of a word (`keysOf`) */
  ofWord(source: TextSource, key: string): WordHash {
    return this.#hash(`word/${source}`, key)
  }

  /** Where the vocabulary has the words with these first letters, among those with others. @param folded for a prefix, at least `minPrefixLetters` letters */
  ofBucket(source: TextSource, folded: string): number {
    const hash = this.#digest(`bucket/${source}`, [...folded].slice(0, limits.minPrefixLetters).join(''))
    return hash.readUInt32BE() % vocabularyBuckets
  }

  /** @throws if the bytes were changed or sealed under another secret */
  openWord(sealed: Buffer): string {
    const decipher = createDecipheriv(algorithm, this.#seal, sealed.subarray(0, ivBytes))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const padded = decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    return padded.replace(/\0+$/, '')
  }

  #sealed(word: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#seal, iv)
    const padding = Buffer.alloc(paddedBytes(Buffer.byteLength(word)) - Buffer.byteLength(word))
    return Buffer.concat([iv, cipher.update(word, 'utf8'), cipher.update(padding), cipher.final(), cipher.getAuthTag()])
  }

  /** The first 8 bytes: enough that no two words of an account are likely to share a hash. */
  #hash(use: string, text: string): WordHash {
    return this.#digest(use, text).readBigInt64BE().toString()
  }

  #digest(use: string, text: string): Buffer {
    return createHmac('sha256', this.#mac).update(`${use}\0${text}`).digest()
  }
}

/** Nearly all words take 32 bytes; a few that are longer take a multiple. A word has no NUL. */
const paddedBytes = (bytes: number): number => Math.max(32, 2 ** Math.ceil(Math.log2(bytes)))

const derived = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'holdfast word index v1', use, 32))

const remembered = new LRUCache<string, WordHashes>({ max: 50 })

/**
 * The hashes of an account, with the words that this process remembers.
 * @param secret_wrapped is different for each secret of each account
 */
export const wordHashesOf = (secret_wrapped: string, unwrap: () => Buffer): WordHashes => {
  const hashes = remembered.get(secret_wrapped) ?? new WordHashes(unwrap())
  remembered.set(secret_wrapped, hashes)
  return hashes
}
