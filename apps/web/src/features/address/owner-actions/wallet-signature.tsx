import type { AddressData } from '@openlode/contracts/http/address';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { findBrowserWallet, signWithBrowserWallet } from './browser-wallet.ts';
import styles from './owner-actions.module.css';
import { type Challenge, challengeQuery, sendSignature } from './owner-api.ts';

interface WalletSignatureProps {
  readonly data: AddressData;
  readonly challenge: Challenge;
  readonly signing: NonNullable<Challenge['signing']>;
  /** The exact text to sign. */
  readonly message: string;
}

/** Passes a challenge by a signature: of a wallet in this browser, or of any other by copy and paste. */
export function WalletSignature({ data, challenge, signing, message }: WalletSignatureProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate: check, isPending: isChecking } = useMutation({
    mutationFn: (signature: string) => sendSignature(data.uuid, challenge.id, signature),
    // The page acts on a passed challenge in one place, however it was passed.
    onSuccess: (passed) => client.setQueryData(challengeQuery(data.uuid, challenge.id).queryKey, passed),
    onError: (error) => setFailure(failureText(error)),
  });
  const wallet = signing === 'ethereum' ? findBrowserWallet() : undefined;
  const { mutate: sign, isPending: isSigning } = useMutation({
    mutationFn: async () => {
      if (wallet === undefined) return;
      const answer = await signWithBrowserWallet(wallet, data.address, message);
      if (answer.kind === 'signed') check(answer.signature);
      else setFailure(answer.text);
    },
  });
  const begin = (act: () => void) => {
    setFailure(null);
    act();
  };

  return (
    <section className={styles.way}>
      <h3>Sign with your wallet</h3>
      <p>
        Sign a short text with the key of {data.address}. It costs nothing and sends no coins. You can do this
        from anywhere.
      </p>
      {wallet !== undefined && (
        <Button kind="primary" disabled={isSigning || isChecking} onClick={() => begin(() => sign())}>
          {isSigning ? 'Waiting for the wallet…' : 'Sign with the browser wallet'}
        </Button>
      )}
      {failure !== null && <Notice tone="error" title={failure} live="assertive" />}
      {wallet === undefined ? (
        <PasteSignature {...{ signing, message, isChecking }} onPaste={(text) => begin(() => check(text))} />
      ) : (
        <Disclosure title="Sign elsewhere" aside="Another wallet or device">
          <PasteSignature
            {...{ signing, message, isChecking }}
            onPaste={(text) => begin(() => check(text))}
          />
        </Disclosure>
      )}
    </section>
  );
}

const waysToSign: Readonly<Record<WalletSignatureProps['signing'], string>> = {
  ethereum:
    'Sign this text as a personal message (EIP-191) and paste the signature, which begins with 0x. Contract wallets cannot sign this way.',
  bitcoin:
    'Sign this text with “Sign message” of your wallet and paste the signature. The pool reads BIP-322 (simple) and the legacy format of Bitcoin Core, Electrum and hardware wallets. Multi-signature addresses cannot sign this way.',
};

interface PasteSignatureProps extends Pick<WalletSignatureProps, 'signing' | 'message'> {
  readonly isChecking: boolean;
  readonly onPaste: (signature: string) => void;
}

function PasteSignature({ signing, message, isChecking, onPaste }: PasteSignatureProps) {
  const [signature, setSignature] = useState('');
  const [textId, fieldId] = [useId(), useId()];
  return (
    <form
      className={styles.paste}
      onSubmit={(event) => {
        event.preventDefault();
        onPaste(signature.trim());
      }}
    >
      <p>{waysToSign[signing]}</p>
      <div className={styles.textHead}>
        <span id={textId}>Text to sign, word for word</span>
        <CopyButton text={message} label="Copy the text to sign" />
      </div>
      {/* Long lines are scrolled, so it must be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.text} aria-labelledby={textId} role="group" tabIndex={0}>
        {message}
      </pre>
      <label htmlFor={fieldId}>Signature</label>
      <textarea
        id={fieldId}
        className={styles.signature}
        rows={3}
        maxLength={512}
        required
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={signature}
        onChange={(event) => setSignature(event.target.value)}
      />
      <div>
        <Button type="submit" disabled={isChecking || signature.trim() === ''}>
          {isChecking ? 'Checking…' : 'Check the signature'}
        </Button>
      </div>
    </form>
  );
}
