import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto';
import { UserError, type UserErrorCode } from '../../errors.ts';

export type Encryption = ReturnType<typeof createEncryption>;
export type Codec = ReturnType<Encryption['createCodec']>;

/** An encrypted value is the base64 of version, key id, nonce, ciphertext and tag. */
const version = 1;
const keyIdEnd = 5;
const nonceEnd = keyIdEnd + 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';
const options = { authTagLength: tagBytes };

/** AES-256-GCM with a random nonce per value; namespace and key are authenticated. Without keys, nothing is encrypted. */
export function createEncryption(keys: readonly KeyObject[]) {
  const byId = new Map(keys.map(key => [hash('sha256', key.export()).slice(0, (keyIdEnd - 1) * 2), key]));
  const [current] = byId;

  /** Converts the values of one namespace to and from their stored form. */
  const createCodec = (namespace: string) => {
    // A key contains no colon, so different pairs of namespace and key stay different.
    const toAad = (header: Buffer, key: string) =>
      Buffer.concat([header, Buffer.from(`${namespace}::${key}`)]);
    return {
      encode(key: string, value: unknown): unknown {
        if (!current) return value;
        const [keyId, secret] = current;
        const header = Buffer.from([version, ...Buffer.from(keyId, 'hex')]);
        const nonce = randomBytes(nonceEnd - keyIdEnd);
        const cipher = createCipheriv(algorithm, secret, nonce, options).setAAD(toAad(header, key));
        const text = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
        return Buffer.concat([header, nonce, ...text, cipher.getAuthTag()]).toString('base64');
      },
      /** Null for an encrypted value that was changed or moved; throws if its key is unknown. */
      decode(key: string, stored: unknown): unknown {
        // Records are objects, so a string is always an encrypted one.
        if (typeof stored !== 'string') return stored;
        const bytes = Buffer.from(stored, 'base64');
        if (bytes[0] !== version || bytes.length < nonceEnd + tagBytes) return null;
        const keyId = bytes.toString('hex', 1, keyIdEnd);
        const secret = byId.get(keyId);
        if (!secret) throw toMissingKey('store_unavailable', [keyId]);
        const decipher = createDecipheriv(algorithm, secret, bytes.subarray(keyIdEnd, nonceEnd), options)
          .setAAD(toAad(bytes.subarray(0, keyIdEnd), key))
          .setAuthTag(bytes.subarray(-tagBytes));
        try {
          const text = [decipher.update(bytes.subarray(nonceEnd, -tagBytes)), decipher.final()];
          return JSON.parse(Buffer.concat(text).toString());
        } catch {
          return null;
        }
      },
    };
  };
  /** `keyIds` are short hashes of the keys, and no secrets. The first key encrypts, all decrypt. */
  return { keyIds: [...byId.keys()] as readonly string[], createCodec };
}

export function toMissingKey(code: UserErrorCode, keyIds: readonly string[]): UserError {
  return new UserError(
    code,
    `Neither the .key file beside an SQLite store nor STORE_KEY has the key that the store is encrypted with (key id ${keyIds.join(', ')}). Nothing was changed. Put that file back, or add the key to STORE_KEY, after a comma if there is a newer one. Or set STORE_URL to a new store.`,
  );
}
