"""Trains the second stage of the prompt classifier on what `train.ts --second FOLDER` has left: see README.md.

It needs numpy and torch (1.13 suffices) and no GPU. The same seed gives the same network on the same machine.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

SIGN_BITS = 16
MAX_TOKENS = 128


class Rows:
    """Texts as their signs: what `sign-rows.ts` has written, one file behind another."""

    def __init__(self, folder, *names):
        paths = [f"{folder}/{name}" for name in names]
        self.about = []
        for path in paths:
            with open(f"{path}.jsonl", encoding="utf-8") as file:
                self.about += [json.loads(line) for line in file]
            if path == paths[0]:
                self.first = len(self.about)
        counts = np.concatenate([np.fromfile(f"{path}.counts", dtype=np.uint8) for path in paths]).astype(np.int64)
        self.signs = np.concatenate([np.fromfile(f"{path}.signs", dtype=np.uint16) for path in paths]).astype(np.int64)
        lengths = np.array([row["tokens"] for row in self.about])
        self.lengths = lengths
        self.tokens = np.concatenate([[0], np.cumsum(lengths)])
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.label = np.array([row["label"] for row in self.about], dtype=np.float32)
        self.weight = np.array([row["weight"] for row in self.about], dtype=np.float32)
        self.category = np.array([row["category"] for row in self.about])
        self.source = np.array([row["source"] for row in self.about])

    def batch(self, chosen, left_out=0.0, random=None):
        """Signs of all tokens one behind another, where each token's begin, and where each token stands."""
        longest = max(1, int(self.lengths[chosen].max()))
        places = np.concatenate([np.arange(self.tokens[i], self.tokens[i + 1]) for i in chosen])
        into = np.concatenate([n * longest + np.arange(self.lengths[i]) for n, i in enumerate(chosen)])
        spans = self.starts[places + 1] - self.starts[places]
        ends = np.cumsum(spans)
        index = np.arange(ends[-1]) + np.repeat(self.starts[places] - (ends - spans), spans)
        signs = self.signs[index]
        owner = np.repeat(np.arange(len(places)), spans)
        if left_out > 0:
            kept = random.random(len(signs)) >= left_out
            signs, owner = signs[kept], owner[kept]
        offsets = np.searchsorted(owner, np.arange(len(places)))
        return (
            torch.from_numpy(signs),
            torch.from_numpy(offsets),
            torch.from_numpy(into),
            len(chosen),
            longest,
            torch.from_numpy(1 / np.sqrt(spans + 4.0)).float(),
        )


class Network(nn.Module):
    """Sums of signs for each token, three convolutions of growing reach, and the strongest of each unit."""

    def __init__(self, size, width, categories, drop=0.1):
        super().__init__()
        self.table = nn.EmbeddingBag(1 << SIGN_BITS, size, mode="sum", sparse=True)
        nn.init.normal_(self.table.weight, std=0.05)
        self.first = nn.Conv1d(size, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, padding=2, dilation=2)
        self.third = nn.Conv1d(width, width, 3, padding=4, dilation=4)
        self.hidden = nn.Linear(3 * width, 64)
        self.out = nn.Linear(64, 1)
        self.categories = nn.Linear(64, categories)
        self.drop = nn.Dropout(drop)

    def forward(self, signs, offsets, into, count, longest, scale):
        size = self.table.weight.shape[1]
        sums = self.table(signs, offsets) * scale[:, None]
        grid = torch.zeros(count * longest, size).index_copy(0, into, sums)
        mask = torch.zeros(count * longest).index_fill(0, into, 1.0).view(count, 1, longest)
        x = grid.view(count, longest, size).transpose(1, 2)
        x = functional.relu(self.first(x)) * mask
        y = x
        x = x + functional.relu(self.second(x)) * mask
        x = x + functional.relu(self.third(x)) * mask
        strongest = x.amax(2)
        total = mask.sum(2).clamp(min=1)
        mean = x.sum(2) / total
        low = y.amax(2)
        pooled = torch.cat([strongest, mean, low], 1)
        hidden = functional.relu(self.hidden(self.drop(pooled)))
        return self.out(hidden)[:, 0], self.categories(hidden)


def batches(rows, chosen, tokens, random):
    """Texts of about the same length together, so many tokens a batch, in random order."""
    order = chosen[np.argsort(rows.lengths[chosen] + random.random(len(chosen)) * 6)]
    made, start = [], 0
    while start < len(order):
        end = start
        while end < len(order) and (end - start + 1) * max(1, rows.lengths[order[end]]) <= tokens:
            end += 1
        end = max(end, start + 1)
        made.append(order[start:end])
        start = end
    return [made[i] for i in random.permutation(len(made))]


def train(rows, chosen, options, seed, begun_at=None):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network(options.size, options.width, options.categories)
    knows_kinds = begun_at is None or read_network(network, begun_at)
    table = list(network.table.parameters())
    others = [p for n, p in network.named_parameters() if not n.startswith("table")]
    # Most signs stand in no text of a batch: steps for those alone take half of the time.
    optimizers = [
        torch.optim.SparseAdam(table, lr=options.table_rate),
        torch.optim.AdamW(others, lr=options.rate, weight_decay=0.01),
    ]
    weight = rows.weight.copy()
    label = rows.label
    sums = [weight[chosen][label[chosen] == one].sum() for one in (0, 1)]
    weight[label == 1] *= min(2.0, sums[0] / sums[1])
    weight *= len(chosen) / weight[chosen].sum()
    has = chosen[rows.lengths[chosen] > 0]
    steps = len(batches(rows, has, options.tokens, np.random.default_rng(0))) * options.epochs
    warm = steps // 20 + 1
    slope = lambda step: min(1, (step + 1) / warm) * (0.02 + 0.49 * (1 + math.cos(math.pi * min(1, step / steps))))
    schedules = [torch.optim.lr_scheduler.LambdaLR(one, slope) for one in optimizers]
    begun = time.time()
    for epoch in range(options.epochs):
        network.train()
        total, seen = 0.0, 0
        for batch in batches(rows, has, options.tokens, random):
            scores, kinds = network(*rows.batch(batch, options.left_out, random))
            target = torch.from_numpy(label[batch])
            w = torch.from_numpy(weight[batch])
            loss = (functional.binary_cross_entropy_with_logits(scores, target * (1 - options.smooth) + options.smooth / 2, reduction="none") * w).mean()
            known = torch.from_numpy(rows.category[batch])
            if knows_kinds and (known >= 0).any():
                loss = loss + 0.1 * functional.cross_entropy(kinds[known >= 0], known[known >= 0])
            network.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(others, 1.0)
            for one in (*optimizers, *schedules):
                one.step()
            total += float(loss) * len(batch)
            seen += len(batch)
        print(f"  epoch {epoch + 1}: loss {total / seen:.4f} after {time.time() - begun:.0f} s", flush=True)
    return network


def score(network, rows):
    network.eval()
    scores = np.full(len(rows.about), -8.0, dtype=np.float32)
    order = np.argsort(rows.lengths)
    order = order[rows.lengths[order] > 0]
    with torch.no_grad():
        for start in range(0, len(order), 128):
            chosen = order[start : start + 128]
            scores[chosen] = network(*rows.batch(chosen))[0].numpy()
    return scores


def export(network, path):
    """Weights as `second-network.ts` reads them: floats, and the table of signs in one byte each."""
    state = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    parts = []
    for layer in ("first", "second", "third"):
        parts += [state[f"{layer}.weight"].transpose(2, 1, 0), state[f"{layer}.bias"]]
    parts += [state["hidden.weight"], state["hidden.bias"], state["out.weight"], state["out.bias"]]
    np.concatenate([part.ravel() for part in parts]).astype(np.float32).tofile(f"{path}.parts")
    table = state["table.weight"]
    # Larger weights than this many are cut off, so that the others keep their steps.
    scale = float(np.quantile(np.abs(table), 0.9999)) / 127
    np.clip(np.round(table / scale), -127, 127).astype(np.int8).tofile(f"{path}.table")
    with open(f"{path}.json", "w", encoding="utf-8") as file:
        json.dump({"parts": [int(part.size) for part in parts], "tableScale": scale}, file)


def read_network(network, path):
    """Weights that `judge` or `export` has left; whether the kinds of attacks are among them, as in the first."""
    if os.path.exists(f"{path}.pt"):
        network.load_state_dict(torch.load(f"{path}.pt"))
        return True
    with open(f"{path}.json", encoding="utf-8") as file:
        about = json.load(file)
    floats = np.split(np.fromfile(f"{path}.parts", dtype=np.float32), np.cumsum(about["parts"])[:-1])
    state = network.state_dict()
    names = [f"{layer}.{part}" for layer in ("first", "second", "third", "hidden", "out") for part in ("weight", "bias")]
    for name, values in zip(names, floats):
        shape = state[name].shape
        turned = values.reshape(tuple(shape)[::-1]).transpose(2, 1, 0) if len(shape) == 3 else values.reshape(tuple(shape))
        state[name] = torch.from_numpy(turned.copy())
    table = np.fromfile(f"{path}.table", dtype=np.int8).astype(np.float32) * about["tableScale"]
    state["table.weight"] = torch.from_numpy(table.reshape(tuple(state["table.weight"].shape)))
    network.load_state_dict(state)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--fold", action="append", default=[], help="files that are left out together")
    parser.add_argument("--only", type=int, default=0, help="this fold alone, from 1")
    parser.add_argument("--own", type=float, default=1.0, help="share of the made rows that folds learn")
    parser.add_argument("--size", type=int, default=48)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--categories", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--table-rate", type=float, default=6e-3)
    parser.add_argument("--left-out", type=float, default=0.3)
    parser.add_argument("--smooth", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--name", default="second")
    parser.add_argument("--also", action="append", default=[], help="rows beside `learnt` that are learnt whole")
    parser.add_argument("--begun", help="goes on with the networks of this name")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    learnt = Rows(options.folder, "learnt", *options.also)
    random = np.random.default_rng(options.seed)
    own = learnt.source == "own"
    part = ~own | (random.random(len(own)) < options.own)
    part[learnt.first :] = True
    for fold, names in enumerate(options.fold, 1):
        if options.only in (0, fold):
            chosen = np.flatnonzero(part & ~np.isin(learnt.source, names.split(",")))
            judge(learnt, chosen, fold, options)
    if not options.fold:
        begun_at = options.begun and f"{options.folder}/{options.begun}"
        export(train(learnt, np.flatnonzero(part), options, options.seed, begun_at), f"{options.folder}/{options.name}")


def judge(learnt, chosen, fold, options):
    """Trains without a fold, unless that was done, and scores what is left out, once the first stage has."""
    path = f"{options.folder}/{options.name}-fold-{fold}"
    print(f"fold {fold}: {len(chosen)} texts", flush=True)
    if os.path.exists(f"{path}.pt"):
        network = Network(options.size, options.width, options.categories)
        network.load_state_dict(torch.load(f"{path}.pt"))
    else:
        begun_at = options.begun and f"{options.folder}/{options.begun}-fold-{fold}"
        network = train(learnt, chosen, options, options.seed, begun_at)
        torch.save(network.state_dict(), f"{path}.pt")
    if not os.path.exists(f"{options.folder}/fold-{fold}.jsonl"):
        print("  the first stage has not left the rows of this fold yet", flush=True)
        return
    left = Rows(options.folder, f"fold-{fold}")
    with open(f"{path}.jsonl", "w", encoding="utf-8") as file:
        for about, second in zip(left.about, score(network, left)):
            file.write(json.dumps({**about, "second": round(float(second), 4)}) + "\n")


main()
