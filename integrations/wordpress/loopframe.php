<?php
/**
 * Plugin Name: Loopframe
 * Description: A block for GIFs and stickers of your Loopframe installation.
 * Version: 0.1.0
 * Requires at least: 6.5
 * License: MIT
 */

defined( 'ABSPATH' ) || exit;

/** The installation's scheme and host: `define( 'LOOPFRAME_URL', 'https://loop.example' );` in wp-config.php. */
function loopframe_url() {
	return defined( 'LOOPFRAME_URL' ) ? untrailingslashit( LOOPFRAME_URL ) : '';
}

/** The frame of a GIF, or nothing where the block names none. */
function loopframe_render( $attributes ) {
	$gif = isset( $attributes['gif'] ) ? (string) $attributes['gif'] : '';
	if ( '' === loopframe_url() || ! preg_match( '/^[\w-]{1,200}$/D', $gif ) ) {
		return '';
	}
	return sprintf(
		'<div %s><iframe src="%s" title="%s" width="480" height="270" allow="autoplay; fullscreen; clipboard-write" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" style="border:0;max-width:100%%;height:auto;aspect-ratio:480/270"></iframe></div>',
		get_block_wrapper_attributes(),
		esc_url( loopframe_url() . '/embed/' . $gif ),
		esc_attr( isset( $attributes['title'] ) ? $attributes['title'] : 'GIF' )
	);
}

add_action(
	'init',
	function () {
		$block = register_block_type( __DIR__, array( 'render_callback' => 'loopframe_render' ) );
		if ( $block && $block->editor_script_handles ) {
			$url = 'window.loopframeUrl = ' . wp_json_encode( loopframe_url() ) . ';';
			wp_add_inline_script( $block->editor_script_handles[0], $url, 'before' );
		}
	}
);
