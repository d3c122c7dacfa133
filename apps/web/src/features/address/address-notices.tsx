import type { AddressData } from '@openlode/contracts/http/address';
import { isNothing } from '@openlode/money/decimal-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { addressBanners, type BannerKind } from './address-banners.ts';
import styles from './address-found.module.css';
import { networkName } from './network-name.ts';
import { paysNothing } from './pays-nothing.ts';

interface AddressNoticesProps {
  /** As in the URL. */
  readonly coin: string;
  readonly data: AddressData;
}

/** Everything that is the matter with an address, each with its next step. */
export function AddressNotices(props: AddressNoticesProps) {
  return addressBanners(props.data).map((kind) => {
    const Banner = banners[kind];
    return <Banner key={kind} {...props} />;
  });
}

const banners: Readonly<Record<BannerKind, ComponentType<AddressNoticesProps>>> = {
  'missing-memo': MissingMemo,
  restricted: Restricted,
  'payment-error': PaymentError,
  delisted: Delisted,
  'not-paid-here': NotPaidHere,
  'not-obtained': NotObtained,
  maintenance: Maintenance,
  'not-activated': NotActivated,
  'write-off': WriteOff,
  inactive: Inactive,
  fresh: Welcome,
};

function MissingMemo({ coin, data }: AddressNoticesProps) {
  return (
    <Notice
      tone="error"
      live="assertive"
      title="You are mining to an exchange or third party wallet address with no Payment ID, Memo or Tag!"
    >
      <p>
        Stop mining: rewards that are sent there without it cannot be recovered, and such connections are
        refused. Put the memo after the address in the user field of your miner:
      </p>
      <p>
        <code>
          {coin}:{data.address}:MEMO.WORKER
        </code>
      </p>
    </Notice>
  );
}

function Restricted() {
  const proxyPorts = useProxyPorts();
  return (
    <Notice tone="error" title="This address is restricted.">
      <p>
        It is blocked for suspected botnet or web mining. A legitimate service with more than 100 connections
        uses a proxy{proxyPorts === '' ? '' : ` on its own port (${proxyPorts})`}; if that is you,{' '}
        <WriteToOperator />.
      </p>
    </Notice>
  );
}

/** `SHA-256 3436, Scrypt 3446`: what this pool listens on for proxies; empty where it does not. */
function useProxyPorts(): string {
  const algorithms = useQuery(algorithmsQuery()).data ?? [];
  return algorithms
    .flatMap(({ name, globalServer }) =>
      globalServer.extraPorts
        .filter((extra) => /proxy/i.test(extra.name))
        .flatMap((extra) => extra.ports.filter(({ ssl }) => !ssl).map(({ number }) => `${name} ${number}`)),
    )
    .join(', ');
}

function PaymentError() {
  return (
    <Notice tone="error" title="There seems to be an issue with your address!">
      <p>
        Several payments to it failed, usually because of a typo or wrong capital letters. Reconnect with the
        correct address and try again after a few minutes, or <WriteToOperator />.
      </p>
    </Notice>
  );
}

/** The support centre names the operator's address. */
function WriteToOperator() {
  return (
    <Link to="/support/{-$type}/{-$slug}" params={{ type: undefined, slug: undefined }}>
      write to the operator
    </Link>
  );
}

function Delisted({ data }: AddressNoticesProps) {
  return (
    <Notice
      tone="warning"
      title="This coin or token has been delisted and no further rewards will be credited."
      action={
        <Link to="/" className={styles.connect}>
          Choose another coin
        </Link>
      }
    >
      <p>Point your workers to another coin. Work done before the delisting is still credited.</p>
      <p>
        {data.payable_until === null
          ? 'Payouts of this coin have ended. A balance stays in the ledger.'
          : `Your balance is paid until ${utcDate(data.payable_until)}.`}
      </p>
    </Notice>
  );
}

function NotPaidHere({ data }: AddressNoticesProps) {
  const paid = data.chains.filter(({ paid_here: isPaid, compatible }) => isPaid && compatible);
  const name = networkName(data.chains, data.network);
  return (
    <Notice
      tone="warning"
      title={`This pool has no wallet that pays ${data.coin} on ${name}.`}
      action={
        <Link to="/" className={styles.connect}>
          Choose another coin
        </Link>
      }
    >
      {paid.length === 0 ? (
        <p>Miners that log in with this address are refused before they are given work.</p>
      ) : (
        <p>
          This address is valid on {paid.map((chain) => chain.name).join(', ')} too, and is paid there once
          you have switched the network.
        </p>
      )}
      {!isNothing(data.balance) && (
        <p>
          Your balance of {data.balance} {data.coin} is yours as before. It is paid once there is such a
          wallet, and is not cleared meanwhile, however long that takes.
        </p>
      )}
    </Notice>
  );
}

function NotObtained({ data }: AddressNoticesProps) {
  return (
    <Notice
      tone="warning"
      title={data.not_paid_why ?? ''}
      action={
        <Link to="/" className={styles.connect}>
          Choose another coin
        </Link>
      }
    >
      {paysNothing(data) ? (
        <p>What this address earns is kept until the pool has a wallet that pays it.</p>
      ) : (
        <p>
          Miners that log in with this address are refused before they are given work. A balance from before
          is paid as it was.
        </p>
      )}
    </Notice>
  );
}

function Maintenance({ data }: AddressNoticesProps) {
  const others = data.chains.filter(({ network, paid_here: isPaid }) => isPaid && network !== data.network);
  return (
    <Notice
      tone="warning"
      title={`Payments for the ${networkName(data.chains, data.network)} network are currently under maintenance`}
    >
      {data.maintenance_message !== null && <p>{data.maintenance_message}</p>}
      <p>Mining is not affected{data.enabled_auto_only ? ', and daily automatic payouts continue' : ''}.</p>
      {others.length > 0 && (
        <p>
          Other networks of {data.coin}:{' '}
          {others
            .map(({ name, enabled }) => `${name}${enabled ? '' : ' (under maintenance too)'}`)
            .join(', ')}
          .
        </p>
      )}
    </Notice>
  );
}

function NotActivated() {
  return (
    <Notice tone="warning" title="Your XRP address is not activated yet.">
      <p>The network requires a balance of at least 1 XRP; your first payout activates the address.</p>
    </Notice>
  );
}

function WriteOff({ data }: AddressNoticesProps) {
  return (
    <Notice
      tone="warning"
      title={`The balance of this address will be cleared on ${utcDate(data.write_off_at ?? 0)}.`}
    >
      <p>
        It has had no work for five months. One accepted share or a payout keeps the balance; below the
        minimum payment, only a share does.
      </p>
    </Notice>
  );
}

function Inactive() {
  return (
    <Notice tone="warning" title="This address is inactive.">
      <p>
        It has had no work for a long time. After six months without work its balance is cleared; one accepted
        share keeps it.
      </p>
    </Notice>
  );
}

function Welcome({ coin }: AddressNoticesProps) {
  return (
    <Notice
      tone="plain"
      title="Welcome to your stats!"
      action={
        <Link to="/" search={{ coin }} className={styles.connect}>
          Connect a miner
        </Link>
      }
    >
      <p>
        This address has no shares yet. Connect a mining program with it: the worker appears with its first
        share, the first figures follow within 10 minutes, and the hashrate settles within the hour.
      </p>
    </Notice>
  );
}

function utcDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
