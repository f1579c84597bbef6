// SPDX-License-Identifier: MIT
// tree.js - a game with its side lines: a tree of positions, the first child of each being the line that was played.
//
// A node keeps its position (made once from its parent's), and what is known of it: `value`, the newest evaluation.
//
// As text a line is its moves in a row and the side lines by the index of the move they stand against, values
// by the number of moves before them:
//      {"m": "f5 d6 c3", "v": {"1": [{"m": "f6"}]}, "e": {"0": value, "2": value}}
import {legalMoves, moveName, moveNamed, play} from './rules.js';

let nodes = 0;

class Node {
    constructor(parent, move, position) {
        this.key = ++nodes;
        this.parent = parent;
        this.move = move;
        this.position = position;
        this.ply = parent ? parent.ply + 1 : 0;
        this.children = [];
        this.value = null;
        this.opening = '';
    }
}

export class Tree {
    constructor(start) {
        this.root = new Node(null, null, start);
    }

    // The node after a legal move, found or made; null for a move that is not legal.
    add(node, move, first = false) {
        const known = node.children.find(child => child.move === move);
        if (known)
            return known;
        if (!legalMoves(node.position).includes(move))
            return null;
        const child = new Node(node, move, play(node.position, move));
        if (first)
            node.children.unshift(child);
        else
            node.children.push(child);
        return child;
    }

    // Plays moves on from a node; the last node, or null when one is not legal (nothing is added then).
    addLine(node, moves) {
        let position = node.position;
        for (const move of moves) {
            if (!legalMoves(position).includes(move))
                return null;
            position = play(position, move);
        }
        for (const move of moves)
            node = this.add(node, move);
        return node;
    }

    // Takes a node and what follows away.
    remove(node) {
        node.parent.children = node.parent.children.filter(child => child !== node);
    }

    // Makes the line to this node the main one.
    promote(node) {
        for (; node.parent; node = node.parent)
            node.parent.children = [node, ...node.parent.children.filter(child => child !== node)];
    }

    // The last node of the line through this one.
    static end(node) {
        while (node.children.length)
            node = node.children[0];
        return node;
    }

    // The nodes from the root to this one, without the root.
    static path(node) {
        const nodes = [];
        for (; node.parent; node = node.parent)
            nodes.unshift(node);
        return nodes;
    }

    // The nodes of the line through this one: those before it, itself, and its main line.
    static line(node) {
        return Tree.path(Tree.end(node));
    }

    static onMainLine(node) {
        for (; node.parent; node = node.parent)
            if (node.parent.children[0] !== node)
                return false;
        return true;
    }

    // ---- as plain data ----

    save() {
        const data = saveLine(this.root);
        return this.root.value ? {...data, e: {0: this.root.value, ...data.e}} : data;
    }

    // A tree from saved data; null when the data are not a game of this start position.
    static load(start, data) {
        const tree = new Tree(start);
        if (!loadLine(tree, tree.root, data))
            return null;
        tree.root.value = goodValue(data.e?.[0]);
        return tree;
    }
}

function saveLine(node, first = null) {
    const names = [], values = {}, sides = {};
    for (let next = first ?? node.children[0]; next; node = next, next = node.children[0]) {
        const others = next === first ? [] : node.children.slice(1);
        if (others.length)
            sides[names.length] = others.map(child => saveLine(node, child));
        names.push(moveName(node.position.shape, next.move));
        if (next.value)
            values[names.length] = next.value;
    }
    return {m: names.join(' '), ...(Object.keys(sides).length && {v: sides}), ...(Object.keys(values).length && {e: values})};
}

function loadLine(tree, node, data) {
    const names = typeof data?.m === 'string' ? data.m.split(' ').filter(Boolean) : null;
    if (!names)
        return false;
    const nodes = [node];
    for (const name of names) {
        const move = moveNamed(node.position, name);
        if (move === null)
            return false;
        node = tree.add(node, move);
        nodes.push(node);
        node.value = goodValue(data.e?.[nodes.length - 1]);
    }
    for (const [at, lines] of Object.entries(data.v ?? {}))
        if (!nodes[at] || !Array.isArray(lines) || !lines.every(line => loadLine(tree, nodes[at], line)))
            return false;
    return true;
}

// An evaluation as the page keeps it, or null.
function goodValue(value) {
    return value && Number.isFinite(value.cp ?? value.mate) && Number.isFinite(value.win) ? value : null;
}
